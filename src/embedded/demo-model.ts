import { load } from 'js-yaml';
import type { AnswerBlock } from './model/content.ts';
import { turnsSpoken } from './model/conversation.ts';
import { standInJudge } from './model/judge.ts';
import { startModel } from './model/server.ts';
import { standInFixer } from './model/settle-threads.ts';
import type { StandInModel } from './model/state.ts';
import { SAMPLE_ANSWERS } from './sample-findings.ts';
import { SAMPLE_REMARKS } from './sample-remarks.ts';

/** The model that is asked. */
export type Chosen = {
  readonly announced: string;
  /** Of the action. */
  readonly inputs: { readonly [name: string]: string };
  /** null: a real one. */
  readonly standIn: StandInModel | null;
  /** What the stand-in did with tools, in order. */
  readonly worked: readonly ToolTurn[];
};

/** One turn of the stand-in in a conversation with tools; `turn` counts from 1 in each. */
export type ToolTurn = { readonly turn: number; readonly blocks: readonly AnswerBlock[] };

/** Takes the environment's model, else starts a stand-in that knows the rules' words; whoever asked for it closes it. */
export async function chooseModel(
  rules: string,
  environment: { readonly [name: string]: string | undefined },
): Promise<Chosen> {
  const { ANTHROPIC_API_KEY: key = '', ANTHROPIC_AUTH_TOKEN: token = '', ANTHROPIC_BASE_URL: base = '' } = environment;
  if (key !== '' || token !== '' || base !== '') {
    // Local servers want a key as little as they check it, but the action asks for one.
    const credential =
      key === '' && token !== '' ? { 'anthropic-auth-token': token } : { 'anthropic-api-key': key || 'none' };
    const inputs = base === '' ? credential : { ...credential, 'base-url': base };
    return { announced: `the real one at ${base || 'https://api.anthropic.com'}`, inputs, standIn: null, worked: [] };
  }
  const worked: ToolTurn[] = [];
  const fix = standInFixer(SAMPLE_ANSWERS);
  const standIn = await startModel({
    otherwise: standInJudge(descriptionsOf(rules), SAMPLE_REMARKS),
    work: (body) => {
      const reply = fix(body);
      worked.push({ turn: turnsSpoken(body) + 1, blocks: reply.content ?? [] });
      return reply;
    },
    latency: { first: 10, total: 30 },
  });
  return {
    announced:
      'STAND-IN: it only looks for words; what it knows of the sample was written beforehand. Set ANTHROPIC_API_KEY (or ANTHROPIC_BASE_URL) to ask a real one.',
    inputs: { 'anthropic-api-key': 'stand-in-key', 'base-url': standIn.url },
    standIn,
    worked,
  };
}

function descriptionsOf(rules: string): string[] {
  try {
    const document = load(rules) as { classifications?: { description?: unknown }[] } | null;
    return (document?.classifications ?? []).map(({ description }) => String(description ?? '').trim()).filter(Boolean);
  } catch {
    // The action says what is wrong with the file; here its rules are only unknown.
    return [];
  }
}
