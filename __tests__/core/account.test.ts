import { expect, test } from '@jest/globals';
import { accountOfLogin } from '../../src/core/account.ts';

test.each([
  [' hive[bot] ', { login: 'hive[bot]', type: 'Bot', id: null }],
  ['@hive[BOT]', { login: 'hive[BOT]', type: 'Bot', id: null }],
  [' @mia', { login: 'mia', type: 'User', id: null }],
  ['mia', { login: 'mia', type: 'User', id: null }],
])('SU-10 SU-14 the login %j names %j', (login, account) => {
  expect(accountOfLogin(login)).toEqual(account);
});
