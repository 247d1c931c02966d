import { type CopyRequest, handleCopyRequest } from '../features/backups/database-copy.ts'
import { serveRequests } from '../kernel/thread.ts'
import { tableRules } from '../table-rules.ts'

// The thread of the backups: it waits for the disk, so that nobody else does.
serveRequests((request: CopyRequest) => handleCopyRequest(request, tableRules))
