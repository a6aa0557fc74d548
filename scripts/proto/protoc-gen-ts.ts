import { execFileSync } from 'node:child_process';
import { fromBinary, toBinary } from '@bufbuild/protobuf';
import { CodeGeneratorResponseSchema } from '@bufbuild/protobuf/wkt';
import { root } from '../lib/root.ts';
import { brandIds } from './brand-ids.ts';

// A plugin of buf: what ts-proto generates, with branded ids.
const output = execFileSync(`${root}node_modules/.bin/protoc-gen-ts_proto`, {
  stdio: ['inherit', 'pipe', 'inherit'],
  maxBuffer: 64 * 1024 * 1024,
});
const response = fromBinary(CodeGeneratorResponseSchema, output);
for (const file of response.file) file.content = brandIds(file.content ?? '');
process.stdout.write(toBinary(CodeGeneratorResponseSchema, response));
