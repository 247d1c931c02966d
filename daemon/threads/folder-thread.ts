import { handleOffsiteRequest, type OffsiteRequest } from '../features/backups/offsite/offsite-requests.ts'
import { serveRequests } from '../kernel/thread.ts'
import { tableRules } from '../table-rules.ts'

// Encrypting and waiting for a disk or a server take their time here, so that nobody else waits. The command line starts it too.
serveRequests((request: OffsiteRequest) => handleOffsiteRequest(request, tableRules))
