import { comments, remarks, replies } from './demo-happenings.ts';
import type { Script } from './demo-script.ts';

/** `converse` alone: questions on the conversation and in a thread, and a maintainer's approval. */
export const CONVERSE: Script = {
  action: 'actions/converse',
  workflow: 'converse.yml',
  happenings: [
    comments('author', '/revi help'),
    comments('maintainer', '/revi which errors are handled, and which tests are there?'),
    remarks('maintainer', 'What happens when this fails?'),
    replies('author', '/revi which error is raised here, and where?'),
    replies('maintainer', 'And which test would notice?'),
    comments('maintainer', '/revi approve read and tried'),
    comments('author', 'Thanks. Next time I ask with `/revi help` first.'),
  ],
};
