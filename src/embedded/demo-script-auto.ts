import { asksForReview, comments, opens, remarks, replies } from './demo-happenings.ts';
import { botReviews } from './demo-review-bots.ts';
import type { Script } from './demo-script.ts';
import { AGENT_BODY } from './sample.ts';
import { CODEX } from './sample-findings.ts';

/** The root action, one workflow for everything: each event and each command once. An agent opened the pull request in mia's name. */
export const AUTO: Script = {
  action: '.',
  workflow: 'suite.yml',
  happenings: [
    opens(),
    asksForReview(),
    comments('author', '/revi help'),
    botReviews(CODEX),
    comments('maintainer', '/revi fix'),
    comments('maintainer', '/revi triage'),
    comments('maintainer', '/revi classify'),
    comments('maintainer', '/revi'),
    comments('author', '/revi where is the pause between two attempts?'),
    remarks('maintainer', 'What happens when this fails?'),
    replies('author', '/revi which error is raised here, and where?'),
    replies('maintainer', 'And which test would notice?'),
    comments('maintainer', '/revi approve read and tried'),
    comments('author', 'Thanks. Next time I ask with `/revi help` first.'),
  ],
  pull: { body: AGENT_BODY },
};
