import type { Remark } from './model/remark.ts';

/** What a careful reader says about the sample; true of its code, though the stand-in only knows the lines. */
export const SAMPLE_REMARKS: readonly Remark[] = [
  {
    about: standsAs('parcels/carrier.py', 'if response.status_code >= 500:'),
    classes: ['error-handling', 'correctness', 'regression', 'breaking-change'],
    tag: 'must-fix',
    confidence: 'high',
    title: 'A 404 or a 401 now passes as a parcel',
    why:
      'Until now every error of the carrier raised CarrierError, and from here on only a 5xx does.\n' +
      'The body of a 404 or a 401 is returned as if it told where the parcel is.',
    fix: 'Raise for every error (response.is_error), and decide apart from that which of them are worth another attempt.',
  },
  {
    about: standsAs(
      'parcels/carrier.py',
      'return retry(lambda: self._ask(parcel_id), on=CarrierError, attempts=3, pause_s=0.5)',
    ),
    classes: ['error-handling', 'correctness', 'edge-case', 'errors'],
    tag: 'must-fix',
    confidence: 'high',
    title: 'A connection that breaks is not asked again',
    why:
      'When the carrier drops a request, httpx raises TransportError, which is no CarrierError, so it leaves locate at once.\n' +
      'That is the one request in a hundred that the description speaks of.',
    fix: 'Catch httpx.TransportError in _ask and raise CarrierError from it.',
  },
  {
    about: standsAs('parcels/retry.py', 'raise ValueError("attempts must be at least 1")'),
    classes: ['maintainability', 'docs', 'message', 'errors'],
    tag: 'suggestion',
    confidence: 'high',
    title: 'The error does not say which number it was given',
    why: 'Whoever reads it in a log has to find the call first.',
    fix: 'Say it.',
    replacement: '    raise ValueError(f"attempts must be at least 1, not {attempts}")',
  },
  {
    about: standsAs('tests/test_retry.py', 'retry(failing, on=TimeoutError, attempts=3, pause_s=0)'),
    classes: ['tests', 'untested-behaviour'],
    tag: 'could-fix',
    confidence: 'high',
    title: 'No test would notice if the pause did not double',
    why: 'With a pause of 0 every wait is 0, whatever the exponent is.',
    fix: 'Record the waits in place of sleep, and compare them with 0.5 and 1.',
  },
  {
    about: standsAs(
      'parcels/carrier.py',
      'log.warning("carrier answered %s to %s", response.status_code, response.request.headers)',
    ),
    classes: ['security', 'secret-exposure', 'data-exposure', 'leaked-detail'],
    tag: 'must-fix',
    confidence: 'high',
    title: "The carrier's api key goes to the log",
    why: 'The headers of the request hold the key as its authorization, and whoever may read the log can use it.',
    fix: 'Log the parcel and the status, and no headers.',
  },
];

function standsAs(path: string, code: string): Remark['about'] {
  return (line) => line.path === path && line.text.trim() === code;
}
