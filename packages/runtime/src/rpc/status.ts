import { Metadata, status, type ServiceError, type StatusObject } from '@grpc/grpc-js';
import { AppError, unavailable } from '../app-error.ts';

const CODE = 'x-code';
const DETAILS = 'x-details-bin';

/** Codes whose gRPC status matters to infrastructure; all others are FAILED_PRECONDITION. */
const STATUS: Readonly<Record<string, status>> = {
  UNAUTHORIZED: status.UNAUTHENTICATED,
  FORBIDDEN: status.PERMISSION_DENIED,
  NOT_FOUND: status.NOT_FOUND,
  INVALID: status.INVALID_ARGUMENT,
  TOO_MANY_REQUESTS: status.RESOURCE_EXHAUSTED,
  SERVICE_UNAVAILABLE: status.UNAVAILABLE,
};

/** Converts an error to a gRPC status. A defect becomes INTERNAL without its cause. */
export function toStatus(error: unknown): Partial<StatusObject> {
  if (!(error instanceof AppError)) return { code: status.INTERNAL, details: 'internal error' };
  const metadata = new Metadata();
  metadata.set(CODE, error.code);
  metadata.set(DETAILS, Buffer.from(JSON.stringify(error.details)));
  return { code: STATUS[error.code] ?? status.FAILED_PRECONDITION, details: error.message, metadata };
}

/** Converts a gRPC error to the upstream's AppError, or to SERVICE_UNAVAILABLE if the upstream sent none. */
export function fromStatus(error: ServiceError, service: string): AppError {
  const [code] = error.metadata.get(CODE);
  if (typeof code !== 'string') return unavailable(service);
  const [details] = error.metadata.get(DETAILS);
  return new AppError(code, error.details, details instanceof Buffer ? JSON.parse(details.toString()) : {});
}
