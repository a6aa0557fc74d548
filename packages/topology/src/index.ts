export { callersOf, operators, serviceNames, services, type Caller, type ServiceName } from './services.ts';
export { addressVariable, processSettings, secretVariables, serverVariables } from './environment.ts';
export { NATS_OPERATOR, natsAuthorization } from './nats.ts';
export { ports, type ServerName } from './ports.ts';
export { eventsOf, servicesThatUse, streamConsumers, streamOwners, type Event } from './derived.ts';
