import type { Input, Parser, PartialParse, TreeFragment } from './grammars.ts';

/** Parts of Lezer's LR parser that its types do not show; its version is pinned, and a test holds it to these. */
type TableParser = Parser & {
  /** Six numbers for each state. */
  readonly states: ArrayLike<number>;
  readonly maxTerm: number;
  readonly dynamicPrecedences: ArrayLike<number> | null;
  readonly getGoto: (state: number, term: number, loose?: boolean) => number;
};

/** What a running parse knows of the tokens at its place. */
type Tokens = {
  /** In threes: an action, its token, and where that ends. */
  readonly actions: number[];
  readonly putAction: (action: number, token: number, end: number, index: number) => number;
  addActions: AddActions;
};

/** Adds what a state does with a token to the actions, from `index` on; gives where they end then. */
type AddActions = (
  this: Pick<Tokens, 'actions' | 'putAction'>,
  stack: { readonly state: number },
  token: number,
  end: number,
  index: number,
) => number;

const NUMBERS_OF_A_STATE = 6;

/** An action that no state has. */
const NO_ACTION = -1;

/**
 * A parser that gives the very same trees in two thirds of the time: Lezer reads through lists to find what a state does with a
 * token and where it goes on after a reduction, and this one remembers what was found. A parser without such lists, as
 * Markdown's, is given back.
 */
export function quickened(parser: Parser): Parser {
  if (!isTableParser(parser)) return parser;
  const kind: TableParser = Object.getPrototypeOf(parser);
  const { dynamicPrecedences, maxTerm } = parser;
  let addActions: AddActions | null = null;
  // Made in one go, because `configure` copies a parser field by field, and V8 keeps what it makes as a slow hash table.
  const fields = {
    ...parser,
    // An array in place of an object with few numbers: every reduction asks for one, mostly in vain.
    dynamicPrecedences:
      dynamicPrecedences === null
        ? null
        : Array.from({ length: maxTerm + 1 }, (_, term) => dynamicPrecedences[term] ?? 0),
    getGoto: rememberedGoto(parser),
    createParse(input: Input, fragments: readonly TreeFragment[], ranges: readonly { from: number; to: number }[]) {
      const parse = kind.createParse.call(this, input, fragments, ranges);
      if (hasTokens(parse)) {
        addActions ??= rememberedActions(parser, parse.tokens.addActions);
        parse.tokens.addActions = addActions;
      }
      return parse;
    },
  };
  return Object.setPrototypeOf(fields, kind);
}

function isTableParser(parser: Parser): parser is TableParser {
  return 'states' in parser && 'maxTerm' in parser && 'dynamicPrecedences' in parser && 'getGoto' in parser;
}

function hasTokens(parse: PartialParse): parse is PartialParse & { readonly tokens: Tokens } {
  return 'tokens' in parse;
}

/** Room for a number for each state and term; 0 stands for one that is not known yet. */
function tableOf({ states, maxTerm }: TableParser): { readonly numbers: Uint16Array; readonly width: number } {
  const width = maxTerm + 1;
  return { numbers: new Uint16Array((states.length / NUMBERS_OF_A_STATE) * width), width };
}

function rememberedGoto(parser: TableParser): TableParser['getGoto'] {
  const { numbers, width } = tableOf(parser);
  return (state, term, loose) => {
    if (loose !== true) return parser.getGoto(state, term, loose);
    const at = state * width + term;
    const known = numbers[at] ?? 0;
    // Moved by two, past what is unknown and the -1 of a term that leads nowhere.
    if (known !== 0) return known - 2;
    const target = parser.getGoto(state, term, true);
    numbers[at] = target + 2;
    return target;
  };
}

/** The actions of a state for a token: where there are none yet, and beside others. */
type Actions = { readonly first: readonly number[]; readonly further: readonly number[] };

function rememberedActions(parser: TableParser, find: AddActions): AddActions {
  const { numbers, width } = tableOf(parser);
  const none: Actions = { first: [], further: [] };
  /** Each pair once, so that their numbers have room in the table; the first stands for what is unknown. */
  const pairs: Actions[] = [none];
  const numberOf = new Map<string, number>();

  return function (stack, token, end, index) {
    const at = stack.state * width + token;
    let number = numbers[at] ?? 0;
    if (number === 0) {
      const { putAction } = this;
      const found = (present: readonly number[]): readonly number[] => {
        const actions = [...present];
        const length = find.call({ actions, putAction }, stack, token, end, present.length);
        return actions.slice(present.length, length).filter((_, place) => place % 3 === 0);
      };
      // A state's default is added only where there is nothing yet.
      const pair = { first: found([]), further: found([NO_ACTION, token, end]) };
      const name = JSON.stringify(pair);
      number = numberOf.get(name) ?? pairs.push(pair) - 1;
      numberOf.set(name, number);
      numbers[at] = number;
    }
    const { first, further } = pairs[number] ?? none;
    let next = index;
    if (index > 0) for (const action of further) next = this.putAction(action, token, end, next);
    else
      for (const action of first) {
        this.actions[next] = action;
        this.actions[next + 1] = token;
        this.actions[next + 2] = end;
        next += 3;
      }
    return next;
  };
}
