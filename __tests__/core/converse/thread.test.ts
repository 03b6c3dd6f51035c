import { describe, expect, test } from '@jest/globals';
import { answerFooterLines, countAnswers, findAnswer, noticeFooterLines } from '../../../src/core/converse/footers.ts';
import { readThread } from '../../../src/core/converse/thread.ts';
import { parseFooters } from '../../../src/core/footer.ts';
import { ANSWER_FOOTER, aPost, aThread, BOT_AUTHOR, DANA, FINDING_FOOTER, LENA, trusting } from './comments.ts';

const finding = aPost({ id: 1, author: BOT_AUTHOR, body: `**must fix** Too cheap\n\n${FINDING_FOOTER}` });
const question = aPost({ id: 900, author: LENA, body: 'Is it possible?' });

describe('a thread', () => {
  test('CO-11 is ours by an earlier comment with a footer that is believed', () => {
    expect(readThread(aThread([finding, question]), 900, trusting())).toMatchObject({
      ours: true,
      rootId: 1,
      finding: { text: '**must fix** Too cheap' },
      disbelieved: [],
    });
  });

  test.each([
    ['between people', aPost({ id: 1, body: 'Why?' })],
    ['where a person copied the footer', aPost({ id: 1, author: DANA, body: finding.body })],
    ['of a person with the bot’s name', aPost({ id: 1, author: { ...BOT_AUTHOR, type: 'User' }, body: finding.body })],
    ['of another workflow under our account', aPost({ id: 1, author: BOT_AUTHOR, body: 'The linter says no.' })],
    ['with our footer in the middle of a text', aPost({ id: 1, author: BOT_AUTHOR, body: `${FINDING_FOOTER}\n\nno.` })],
    ['of an account that is gone', aPost({ id: 1, author: null, body: finding.body })],
  ])('CO-11 is not ours %s', (_name, first) => {
    expect(readThread(aThread([first, question]), 900, trusting())).toMatchObject({ ours: false, finding: null });
  });

  test('CO-11 a footer that came after the question proves nothing', () => {
    const later = aPost({ id: 901, author: BOT_AUTHOR, body: finding.body });
    const thread = readThread(aThread([aPost({ id: 1 }), question, later]), 900, trusting());

    expect(thread).toMatchObject({ ours: false });
    expect(thread?.before).toHaveLength(1);
  });

  test('SU-11 a finding that somebody else edited does not count, and is named', () => {
    const edited = { ...finding, editor: DANA };
    const thread = readThread(aThread([edited, question]), 900, trusting());

    expect(thread).toMatchObject({ ours: false, finding: null, disbelieved: [`${finding.url}: edited by dana`] });
    expect(thread?.before[0]).toMatchObject({ isBot: false, editedBy: 'dana' });
  });

  test('SU-11 with a marker secret an unsigned finding does not count', () => {
    const thread = readThread(aThread([finding, question]), 900, trusting({ secrets: ['s'.repeat(32)] }));

    expect(thread).toMatchObject({ ours: false, disbelieved: [`${finding.url}: unsigned`] });
  });

  test('CO-20 the finding is the first comment about it, not a later reply', () => {
    const reply = aPost({
      id: 2,
      author: BOT_AUTHOR,
      body: `Still so.\n\n${FINDING_FOOTER.replace('v2', 'v2; reply-kind: disagreement')}`,
    });

    expect(readThread(aThread([reply, finding, question]), 900, trusting())?.finding?.text).toMatch(/Too cheap/);
    expect(readThread(aThread([reply, question]), 900, trusting())?.finding?.text).toBe('Still so.');
  });

  test('CO-20 the bot’s entries are known by their author, without their hidden lines', () => {
    const entries = readThread(aThread([finding, aPost({ id: 2 }), question]), 900, trusting())?.before;

    expect(entries?.[0]).toMatchObject({ isBot: true, body: '**must fix** Too cheap' });
    expect(entries?.[1]).toMatchObject({ isBot: false, login: 'dana' });
  });

  test('SU-13 a posting account of type User is the bot only where a footer says so', () => {
    const person = { login: 'parcel-reviewer', type: 'User', id: 77 } as const;
    const plain = aPost({ id: 2, author: person, body: 'I say this myself.' });
    const thread = aThread([{ ...finding, author: person }, plain, question]);
    const before = readThread(thread, 900, trusting({ viewer: person }))?.before;

    expect(before?.map(({ isBot }) => isBot)).toEqual([true, false]);
  });

  test('CO-11 a thread without the trigger, or without what it replies to, is none', () => {
    expect(readThread(null, 900, trusting())).toBeNull();
    expect(readThread(aThread([finding]), 900, trusting())).toBeNull();
    expect(readThread(aThread([question]), 900, trusting())).toBeNull();
  });
});

describe('the footers of converse', () => {
  const answer = (trigger: number, over = {}) =>
    aPost({ id: 5, author: BOT_AUTHOR, body: `Yes.\n\n${ANSWER_FOOTER(trigger)}`, ...over });

  test('CO-22 and SU-37: an answer names its trigger, its concession and what it cost', () => {
    const footer = { trigger: 900, concedes: true, spent: { kind: 'cost', usd: 0.0012 } } as const;

    expect(answerFooterLines(footer, trusting())).toEqual([
      '<!-- revi-converse: v1; trigger: 900; concedes: true; cost: 0.0012 -->',
    ]);
    expect(answerFooterLines({ trigger: 900, concedes: false, spent: null }, trusting())).toEqual([ANSWER_FOOTER(900)]);
  });

  test('SU-11 with a secret both kinds of post are signed', () => {
    const signing = trusting({ secrets: ['s'.repeat(32)] });

    for (const lines of [
      answerFooterLines({ trigger: 9, concedes: false, spent: null }, signing),
      noticeFooterLines(9, signing),
    ]) {
      const post = aPost({ author: BOT_AUTHOR, body: `Hello.\n\n${lines.join('\n')}` });
      expect(findAnswer([post], 9, signing)).toBe(post);
      expect(parseFooters(post.body).lines.at(-1)).toMatch(/^<!-- revi-mac: /);
    }
  });

  test('CO-14 an answer is found by its trigger, and only where it is believed', () => {
    expect(findAnswer([answer(900)], 900, trusting())).not.toBeNull();
    expect(findAnswer([answer(90)], 900, trusting())).toBeNull();
    expect(findAnswer([answer(900, { author: DANA })], 900, trusting())).toBeNull();
    expect(findAnswer([answer(900, { editor: DANA })], 900, trusting())).toBeNull();
    // Classify's notices carry keys of their own kind.
    const other = aPost({ author: BOT_AUTHOR, body: '<!-- revi-notice: v1; trigger: ic:900 -->' });
    expect(findAnswer([other], 900, trusting())).toBeNull();
  });

  test('CO-14 only answers count towards the most of a thread', () => {
    const notice = aPost({ author: BOT_AUTHOR, body: `Help.\n\n${noticeFooterLines(3, trusting()).join('\n')}` });

    expect(countAnswers([finding, notice, answer(1), answer(2), answer(3, { author: DANA })], trusting())).toBe(2);
  });
});
