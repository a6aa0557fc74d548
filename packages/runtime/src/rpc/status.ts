import { Metadata, status, type ServiceError, type StatusObject } from '@grpc/grpc-js';
import { AppError, unavailable } from '../app-error.ts';

const CODE = 'x-code';
const DETAILS = 'x-details-bin';

/** Codes whose gRPC status matters to infrastructure; every other refusal is FAILED_PRECONDITION. */
const STATUS: Readonly<Record<string, status>> = {
  UNAUTHORIZED: status.UNAUTHENTICATED,
  FORBIDDEN: status.PERMISSION_DENIED,
  NOT_FOUND: status.NOT_FOUND,
  INVALID: status.INVALID_ARGUMENT,
  TOO_MANY_REQUESTS: status.RESOURCE_EXHAUSTED,
  SERVICE_UNAVAILABLE: status.UNAVAILABLE,
};

/** A refusal as gRPC carries it. A defect becomes INTERNAL with no word of its cause. */
export function toStatus(error: unknown): Partial<StatusObject> {
  if (!(error instanceof AppError)) return { code: status.INTERNAL, details: 'internal error' };
  const metadata = new Metadata();
  metadata.set(CODE, error.code);
  metadata.set(DETAILS, Buffer.from(JSON.stringify(error.details)));
  return { code: STATUS[error.code] ?? status.FAILED_PRECONDITION, details: error.message, metadata };
}

/** The refusal a neighbour sent, or what its silence means to a person. */
export function fromStatus(error: ServiceError, service: string): AppError {
  const [code] = error.metadata.get(CODE);
  if (typeof code !== 'string') return unavailable(service);
  const [details] = error.metadata.get(DETAILS);
  return new AppError(code, error.details, details instanceof Buffer ? JSON.parse(details.toString()) : {});
}
