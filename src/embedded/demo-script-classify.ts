import { asksForReview } from './demo-happenings.ts';
import type { Script } from './demo-script.ts';

/** `classify` alone: one requested review. */
export const CLASSIFY: Script = { action: 'actions/classify', workflow: null, happenings: [asksForReview()] };
