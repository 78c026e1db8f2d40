import android.os.Process
import android.os.SystemClock
import java.io.File
import java.io.IOException
import java.net.InetSocketAddress
import java.net.Proxy
import java.security.MessageDigest
import java.util.UUID
import okhttp3.*
import org.json.JSONObject

/** Writes a line of JSON for each request, from a cache or the network, that `cachesim run SCENARIO --observed`
 *  reads: `OkHttpClient.Builder().cache(…).eventListenerFactory { FieldReports(log) }`. When the first screen
 *  has drawn, call `log.launched()`; when a screen has its content, `log.painted(screen, milliseconds)`.
 *
 *  No address and no user: paths are hashes of four bytes under a salt that is forgotten with the process; the
 *  caller passes a random number of the installation as `person`. */
class FieldLog(private val file: File, private val person: String) {
  private val salt = UUID.randomUUID().toString()
  fun hash(path: String) = MessageDigest.getInstance("SHA-256").digest((salt + path).toByteArray())
    .take(4).joinToString("") { "%02x".format(it) }
  @Synchronized fun write(vararg members: Pair<String, Any?>) {
    val line = JSONObject(mapOf("person" to person, "timestamp" to System.currentTimeMillis()) + members)
    file.appendText("$line\n")
  }
  fun launched() = write("coldLaunch" to SystemClock.uptimeMillis() - Process.getStartUptimeMillis())
  fun painted(screen: String, milliseconds: Long) =
    write("screen" to hash(screen), "firstContentfulPaint" to milliseconds)
}

class FieldReports(private val log: FieldLog) : EventListener() {
  private val times = mutableMapOf<String, Any?>()
  private val start = System.nanoTime()
  private fun note(name: String) { times[name] = (System.nanoTime() - start) / 1e6 }

  override fun connectStart(call: Call, address: InetSocketAddress, proxy: Proxy) = note("connectStart")
  override fun secureConnectStart(call: Call) = note("secureConnectionStart")
  override fun connectEnd(call: Call, address: InetSocketAddress, proxy: Proxy, protocol: Protocol?) = note("connectEnd")
  override fun responseHeadersEnd(call: Call, response: Response) {
    note("responseStart")
    describe(response, response.headers.byteCount())
  }
  override fun responseBodyEnd(call: Call, byteCount: Long) {
    note("responseEnd")
    times["encodedBodySize"] = byteCount
    times["transferSize"] = (times["transferSize"] as Long) + byteCount
  }
  override fun cacheHit(call: Call, response: Response) {
    if ("responseStatus" in times) return  // the origin confirmed it: 304
    times["deliveryType"] = "cache"
    times["encodedBodySize"] = response.body?.contentLength()
    describe(response, 0)
  }
  private fun describe(response: Response, bytes: Long) {
    times["responseStatus"] = response.code
    times["contentType"] = response.header("Content-Type")
    times["cacheControl"] = response.header("Cache-Control")
    times["serverTiming"] = response.header("Server-Timing")
    times["cacheStatus"] = response.header("Cache-Status")
    times["transferSize"] = bytes
  }
  override fun callEnd(call: Call) =
    log.write("entryType" to "resource", "name" to log.hash(call.request().url.encodedPath), *times.toList().toTypedArray())
  override fun callFailed(call: Call, ioe: IOException) = callEnd(call)
}
