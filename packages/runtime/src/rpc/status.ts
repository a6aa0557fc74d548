import { type DetailsOf, ERROR_STATUS, type ErrorCode, isErrorCode } from '@fifteen/domain';
import { Metadata, status, type ServiceError, type StatusObject } from '@grpc/grpc-js';
import { AppError, isAppError, unavailable } from '../app-error.ts';

const CODE = 'x-code';
const DETAILS = 'x-details-bin';
/** The text of a defect's status. */
const DEFECT = 'internal error';
/**
 * How the texts of statuses begin that each attempt gets: of a defect, and those of grpc-js for a message that is too
 * large, or that one side cannot encode or decode. Broken connections are INTERNAL, too, with other texts.
 */
const PERMANENT = [
  DEFECT,
  'Request message serialization failure',
  'Error deserializing request',
  'Error serializing response',
  'Response message parsing error',
  'Received message larger than max',
];

/** The gRPC status of an HTTP status; FAILED_PRECONDITION for all others. */
const STATUS: Readonly<Record<number, status>> = {
  400: status.INVALID_ARGUMENT,
  401: status.UNAUTHENTICATED,
  403: status.PERMISSION_DENIED,
  404: status.NOT_FOUND,
  429: status.RESOURCE_EXHAUSTED,
  500: status.INTERNAL,
  503: status.UNAVAILABLE,
};

/** Converts an error to a gRPC status. A defect becomes INTERNAL without its cause. */
export function toStatus(error: unknown): Partial<StatusObject> {
  if (!isAppError(error)) return { code: status.INTERNAL, details: DEFECT };
  const metadata = new Metadata();
  metadata.set(CODE, error.code);
  metadata.set(DETAILS, Buffer.from(JSON.stringify(error.details)));
  const code = STATUS[ERROR_STATUS[error.code]] ?? status.FAILED_PRECONDITION;
  return { code, details: error.code, metadata };
}

/**
 * Converts a gRPC error to the upstream's AppError: INTERNAL for a code that a newer upstream sent, SERVICE_UNAVAILABLE if
 * it sent none, with the error as its cause. Callers do without an upstream that has a defect as they do without one that is
 * unavailable; `isDefect` distinguishes the two.
 */
export function fromStatus(error: ServiceError, service: string): AppError {
  const [code] = error.metadata.get(CODE);
  if (typeof code !== 'string') {
    const isDefect = PERMANENT.some((text) => error.details.startsWith(text));
    if (!isDefect) return unavailable(service, error);
    const defect = new AppError('SERVICE_UNAVAILABLE', { upstream: service, isDefect });
    defect.cause = error;
    return defect;
  }
  if (!isErrorCode(code)) return new AppError('INTERNAL');
  const [details] = error.metadata.get(DETAILS);
  const fields = details instanceof Buffer ? (JSON.parse(details.toString()) as DetailsOf<ErrorCode>) : {};
  return new AppError<ErrorCode>(code, fields);
}
