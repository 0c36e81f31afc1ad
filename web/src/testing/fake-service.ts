import { type TestDevice, testDevice } from './test-device.ts'

export interface RecordedRequest {
  /** Method and path: `POST /api/accounts`. */
  what: string
  body: unknown
}

type Answers = Record<string, (body: unknown, query: URLSearchParams) => Response | Promise<Response>>

export const answer = (status: number, body?: object) => new Response(body ? JSON.stringify(body) : null, { status })

/** A device whose service answers only these requests. */
export function deviceWithAnswers(answers: Answers): { device: TestDevice; asked: RecordedRequest[] } {
  const asked: RecordedRequest[] = []
  const device = testDevice({
    fetch: async (input, init) => {
      const { pathname, searchParams } = new URL(String(input), 'http://service.example')
      const what = `${init?.method ?? 'GET'} ${pathname}`
      const body: unknown = typeof init?.body === 'string' ? JSON.parse(init.body) : undefined
      const answering = answers[what]
      if (!answering) throw new TypeError(`nobody answers ${what}`)
      asked.push({ what, body })
      return answering(body, searchParams)
    },
  })
  return { device, asked }
}
