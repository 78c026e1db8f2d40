// make-fetch-happen, npm's client, which is a part of npm: the first argument is its folder.
import { createRequire } from "node:module"
import { createInterface } from "node:readline"

const [npm, folder] = process.argv.slice(2)
const fetch = createRequire(npm + "/")("make-fetch-happen").defaults({ cachePath: folder, retry: false, maxSockets: 20 })

const ask = async line => {
  let reply = { n: line.n }
  try {
    const body = ["POST", "PUT", "PATCH"].includes(line.method) ? "x" : undefined
    const answer = await fetch(line.url, { method: line.method, headers: Object.fromEntries(line.headers), body })
    const text = await answer.text()
    reply = { n: line.n, status: answer.status, serial: Number(/^serial (\d+)/.exec(text)?.[1] ?? 0) }
  } catch (error) {
    reply.error = String(error)
  }
  console.log(JSON.stringify(reply))
}
for await (const line of createInterface({ input: process.stdin })) ask(JSON.parse(line))
