import { comments, opens } from './demo-happenings.ts';
import type { Script } from './demo-script.ts';

/** `triage` alone: by itself, and once more on command. */
export const TRIAGE: Script = {
  action: 'actions/triage',
  workflow: 'triage.yml',
  happenings: [opens(), comments('maintainer', '/revi triage')],
};
