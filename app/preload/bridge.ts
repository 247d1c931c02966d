import { contextBridge, ipcRenderer } from 'electron'
import { type AppBridge, appBridge, appChannel } from '../../daemon/client/app-bridge.ts'

const bridge: AppBridge = { call: (name, input) => ipcRenderer.invoke(appChannel, name, input) }

contextBridge.exposeInMainWorld(appBridge, bridge)
