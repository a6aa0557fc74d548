import type { AuditLedgerResponse } from '@fifteen/proto/economy';
import type { AppContext } from '../context.ts';
import { auditAll } from '../db/audit.ts';

/** Runs a full audit of the ledger's invariants. */
export const auditLedger = ({ db }: AppContext): Promise<AuditLedgerResponse> => auditAll(db);
