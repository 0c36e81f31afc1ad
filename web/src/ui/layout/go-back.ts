import { useNavigate } from 'react-router-dom'

/** Goes back one screen, or to `fallback` if this is the first. */
export function useGoBack(fallback: string): () => void {
  const navigate = useNavigate()
  return () => {
    const index: unknown = (history.state as { idx?: unknown } | null)?.idx
    if (typeof index === 'number' && index > 0) void navigate(-1)
    else void navigate(fallback, { replace: true })
  }
}
