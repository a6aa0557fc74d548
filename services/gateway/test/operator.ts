import { Operator } from '@fifteen/testkit/operator';
import type { SharedStack } from '@fifteen/testkit/shared-stack';
import { afterAll, beforeAll, expect } from 'vitest';

/** Gives a test file an operator. At the end, the audit of the ledger must find nothing. */
export function useOperator(stack: () => SharedStack): () => Operator {
  let operator: Operator | undefined;
  const started = (): Operator => {
    if (!operator) throw new Error('not started');
    return operator;
  };
  beforeAll(() => {
    operator = new Operator(stack());
  });
  afterAll(async () => {
    const violations = await started().violations();
    await started().stop();
    expect(violations).toEqual({});
  });
  return started;
}
