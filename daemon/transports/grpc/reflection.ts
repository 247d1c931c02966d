import { readFileSync } from 'node:fs'
import { createFileRegistry, type DescFile, fromBinary, toBinary } from '@bufbuild/protobuf'
import { FileDescriptorProtoSchema, FileDescriptorSetSchema } from '@bufbuild/protobuf/wkt'
import { loadPackageDefinition, type Server, type ServerDuplexStream, status } from '@grpc/grpc-js'
import { loadSync } from '@grpc/proto-loader'
import { programFile } from '../../kernel/program.ts'

/** What every file of the proto says, with all that these import; `npm run generate` writes it. */
const descriptors = programFile('proto/descriptors.binpb')
const protos = [
  programFile('proto/grpc/reflection/v1/reflection.proto'),
  programFile('proto/grpc/reflection/v1alpha/reflection.proto'),
]

interface ReflectionRequest {
  /** Which of the others is given. */
  readonly message_request?: string
  readonly file_by_filename?: string
  readonly file_containing_symbol?: string
  readonly file_containing_extension?: { readonly containing_type: string; readonly extension_number: number }
  readonly all_extension_numbers_of_type?: string
}

/** What is answered to a request, beside the request itself; null where there is no such thing. */
export type Describe = (request: ReflectionRequest) => object | null

/** Serves reflection, v1 and v1alpha: clients that have no proto can call everything that the daemon offers. */
export function addReflection(server: Server): void {
  const describe = openDescriptors(readFileSync(descriptors))
  const info = (call: ServerDuplexStream<ReflectionRequest, object>) => {
    call.on('data', (request: ReflectionRequest) => {
      const answer = describe(request) ?? {
        error_response: { error_code: status.NOT_FOUND, error_message: 'there is no such thing here' },
      }
      call.write({ original_request: request, ...answer })
    })
    call.on('end', () => call.end())
    // A client that leaves is nobody's error.
    call.on('error', () => {})
  }
  const loaded = loadPackageDefinition(loadSync(protos, { keepCase: true, defaults: false, oneofs: true }))
  const { grpc } = loaded as unknown as Loaded
  for (const { ServerReflection } of Object.values(grpc.reflection))
    server.addService(ServerReflection.service, { ServerReflectionInfo: info })
}

interface Loaded {
  readonly grpc: {
    readonly reflection: Record<
      'v1' | 'v1alpha',
      { ServerReflection: { service: Parameters<Server['addService']>[0] } }
    >
  }
}

/** Answers what a set of descriptors says, of which `bytes` is the `google.protobuf.FileDescriptorSet`. */
export function openDescriptors(bytes: Uint8Array): Describe {
  const registry = createFileRegistry(fromBinary(FileDescriptorSetSchema, bytes))
  const types = [...registry]
  const services = types.filter(({ kind }) => kind === 'service').map(({ typeName }) => ({ name: typeName }))

  /** A type, or the type that a method or field is of, by its full name. */
  const fileOf = (symbol: string): DescFile | undefined => {
    const symbolFile = registry.get(symbol)
    if (symbolFile) return symbolFile.file
    const dot = symbol.lastIndexOf('.')
    const owner = registry.get(symbol.slice(0, dot))
    const name = symbol.slice(dot + 1)
    if (owner?.kind === 'service')
      return owner.methods.some((one) => one.name === name) ? owner.file : undefined
    if (owner?.kind === 'message')
      return owner.fields.some((one) => one.name === name) ? owner.file : undefined
    return undefined
  }
  const extensionsOf = (type: string) =>
    types.filter((one) => one.kind === 'extension' && one.extendee.typeName === type)

  return (request) => {
    switch (request.message_request) {
      case 'list_services':
        return { list_services_response: { service: services } }
      case 'file_by_filename':
        return filesFrom([...registry.files].find(({ proto }) => proto.name === request.file_by_filename))
      case 'file_containing_symbol':
        return filesFrom(fileOf(request.file_containing_symbol ?? ''))
      case 'file_containing_extension': {
        const { containing_type = '', extension_number = 0 } = request.file_containing_extension ?? {}
        const extended = registry.getMessage(containing_type)
        return filesFrom(extended && registry.getExtensionFor(extended, extension_number)?.file)
      }
      case 'all_extension_numbers_of_type': {
        const base_type_name = request.all_extension_numbers_of_type ?? ''
        if (!registry.getMessage(base_type_name)) return null
        const extension_number = extensionsOf(base_type_name).map((one) => ('number' in one ? one.number : 0))
        return { all_extension_numbers_response: { base_type_name, extension_number } }
      }
      default:
        return null
    }
  }
}

/** A file with all that it imports, each after what it depends on. */
function filesFrom(file: DescFile | undefined): object | null {
  if (!file) return null
  const files = new Set<DescFile>()
  const add = (one: DescFile) => {
    for (const dependency of one.dependencies) add(dependency)
    files.add(one)
  }
  add(file)
  // The file that was asked for comes first.
  const file_descriptor_proto = [...files]
    .toReversed()
    .map(({ proto }) => toBinary(FileDescriptorProtoSchema, proto))
  return { file_descriptor_response: { file_descriptor_proto } }
}
