import { useEffect, useRef, useState } from 'react'
import { type MicrophoneProblem, problemOf, type Recording, startRecording } from './microphone.ts'

interface Recorder {
  readonly recording: boolean
  /** From 0 to 1, while it records. */
  readonly level: number
  readonly problem: MicrophoneProblem | null
  readonly start: () => void
  readonly stop: () => void
}

/** Records with the microphone; every recording comes as a WAV file. What is left when its place goes is forgotten. */
export function useRecorder(onRecorded: (file: Uint8Array) => void): Recorder {
  const [recording, setRecording] = useState(false)
  const [level, setLevel] = useState(0)
  const [problem, setProblem] = useState<MicrophoneProblem | null>(null)
  const running = useRef<Recording | null>(null)
  const gone = useRef(false)

  useEffect(() => {
    gone.current = false
    return () => {
      gone.current = true
      running.current?.cancel()
      running.current = null
    }
  }, [])

  const stop = () => {
    const ending = running.current
    running.current = null
    if (!ending) return
    ending
      .finish()
      .then(onRecorded, () => setProblem('failed'))
      .finally(() => setRecording(false))
  }
  const begin = async () => {
    try {
      const begun = await startRecording({ onLevel: setLevel, onEnd: stop })
      if (gone.current) begun.cancel()
      else running.current = begun
    } catch (error) {
      setRecording(false)
      setProblem(problemOf(error))
    }
  }
  const start = () => {
    setProblem(null)
    setLevel(0)
    setRecording(true)
    void begin()
  }
  return { recording, level, problem, start, stop }
}
