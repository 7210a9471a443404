import { expect, it } from 'vitest';
import { withoutPersonalData } from './error-report.ts';

it.each([
  ['Unexpected token \'m\', "meet me at "... is not valid JSON', 'Unexpected token \'m\', "…"... is not valid JSON'],
  ["Cannot read properties of undefined (reading 'title')", "Cannot read properties of undefined (reading 'title')"],
  ["The name 'Ann of the Hill' is taken", "The name '…' is taken"],
  ['No account ann.b@example.com', 'No account [address]'],
  ['Row 0b7e9d0c-6f0e-4f4e-9d3b-0a1b2c3d4e5f is gone', 'Row [id] is gone'],
  ['GET /auth/callback?token_hash=abc#x failed', 'GET /auth/callback failed'],
  ['Bad token eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJzdWIiOiIx.c2ln', 'Bad token [token]'],
  ['Unterminated text "meet me at\nten', 'Unterminated text "…"\nten'],
  ['at aVeryLongNameOfAFunctionWithoutAnyDigit (/a.js:1:2)', 'at aVeryLongNameOfAFunctionWithoutAnyDigit (/a.js:1:2)'],
  ['at play (/assets/player-DfGh1234.js:1:2345)', 'at play (/assets/player-DfGh1234.js:1:2345)'],
])('%s is reported as %s', (message, reported) => {
  expect(withoutPersonalData(message)).toBe(reported);
});

it('removing personal data takes no cubic time for repeated beginnings of an address, a quotation or a token', () => {
  for (const text of ['@', 'a@', "'", '"a', '1-', 'a@b.'].map((part) => part.repeat(2_048).slice(0, 2_048)))
    for (let round = 0; round < 5; round += 1) expect(withoutPersonalData(text)).not.toBe('');
});
