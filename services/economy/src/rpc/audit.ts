import type { AuditAnswer } from '@fifteen/proto/economy';
import type { AppContext } from '../context.ts';
import { auditAll } from '../db/audit.ts';

/** Runs a full audit of the ledger's invariants. */
export const audit = ({ db }: AppContext): Promise<AuditAnswer> => auditAll(db);
