import { existsSync, readFileSync } from 'node:fs';
import { basename, relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { root } from '../lib/root.ts';

/** Counts of a test runner. */
export interface Tally {
  readonly passed: number;
  /** Failed tests, each with its reason in one line, repeated at the end of the output. */
  readonly failures: readonly string[];
  /** What was not run, as `file: test`. */
  readonly skipped: readonly string[];
}

interface UnitReport {
  readonly numPassedTests: number;
  readonly testResults: readonly {
    readonly name: string;
    readonly status: string;
    readonly message: string;
    readonly assertionResults: readonly {
      readonly status: string;
      readonly fullName: string;
      readonly failureMessages: readonly string[];
    }[];
  }[];
}

interface BrowserSuite {
  readonly specs: readonly {
    readonly ok: boolean;
    readonly file: string;
    readonly title: string;
    readonly tests: readonly {
      readonly status: string;
      readonly results: readonly { readonly errors: readonly { readonly message: string }[] }[];
    }[];
  }[];
  readonly suites?: readonly BrowserSuite[];
}

interface BrowserReport {
  readonly stats: { readonly expected: number };
  readonly suites: readonly BrowserSuite[];
}

export const noneRan = (why: string): Tally => ({
  passed: 0,
  failures: [why],
  skipped: [],
});

/** Reads the report of a runner. A runner that failed without naming a test counts as one failure. */
function tally<Report>(code: number, file: string, count: (report: Report) => Tally): Tally {
  if (!existsSync(file)) return noneRan('a runner ended before it wrote its report');
  const counted = count(JSON.parse(readFileSync(file, 'utf8')) as Report);
  if (code === 0 || counted.failures.length > 0) return counted;
  return { ...counted, failures: [`a runner ended with ${code}, though no test of it failed`] };
}

const firstLine = (text = '') => text.split('\n', 1)[0] ?? '';

/** Returns the first line of an error, and the line of the test that threw it. */
function reasonOf(file: string, [error = '']: readonly string[]): string {
  const [, trace = ''] = error.split(`/${basename(file)}:`, 2);
  return firstLine(error) + (trace ? ` (line ${parseInt(trace)})` : '');
}

/**
 * Returns whether a file failed outside of its tests: in loading or in its set-up. `bail` cancels without a message.
 */
const isBroken = ({ status, message, assertionResults }: UnitReport['testResults'][number]) =>
  status === 'failed' && message !== '' && !assertionResults.some((one) => one.status === 'failed');

/** Counts the results of Vitest in the checkout `dir`. */
export const vitestTally = (code: number, file: string, dir = root): Tally =>
  tally(code, file, ({ numPassedTests, testResults }: UnitReport) => ({
    passed: numPassedTests,
    failures: testResults.flatMap((one) => [
      ...(isBroken(one) ? [`${relative(dir, one.name)}: ${firstLine(one.message)}`] : []),
      ...one.assertionResults
        .filter(({ status }) => status === 'failed')
        .map(
          ({ fullName, failureMessages }) =>
            `${relative(dir, one.name)}: ${fullName}: ${reasonOf(one.name, failureMessages)}`,
        ),
    ]),
    skipped: testResults.flatMap(({ name, assertionResults }) =>
      assertionResults
        .filter(({ status }) => status !== 'passed' && status !== 'failed')
        .map(({ fullName }) => `${relative(dir, name)}: ${fullName}`),
    ),
  }));

/** Characters of a browser test's reason: what it expected and received, and what it waited for. */
const MAX_REASON = 600;

/** Returns the first error of a browser test in one line: its first line alone does not say what was received. */
function browserReasonOf({ tests }: BrowserSuite['specs'][number]): string {
  const [error] = tests.flatMap(({ results }) => results.flatMap(({ errors }) => errors));
  return stripVTControlCharacters(error?.message ?? 'no error')
    .replaceAll(/\s+/g, ' ')
    .slice(0, MAX_REASON);
}

const specsOf = ({ specs, suites = [] }: BrowserSuite): BrowserSuite['specs'] => [
  ...specs,
  ...suites.flatMap(specsOf),
];

/** Counts the results of Playwright. */
export const browserTally = (code: number, file: string): Tally =>
  tally(code, file, ({ stats, suites }: BrowserReport) => {
    const specs = suites.flatMap(specsOf);
    const nameOf = ({ file: spec, title }: (typeof specs)[number]) => `web/e2e/${spec}: ${title}`;
    return {
      passed: stats.expected,
      failures: specs.filter(({ ok }) => !ok).map((spec) => `${nameOf(spec)}: ${browserReasonOf(spec)}`),
      skipped: specs.filter(({ tests }) => tests.some(({ status }) => status === 'skipped')).map(nameOf),
    };
  });
