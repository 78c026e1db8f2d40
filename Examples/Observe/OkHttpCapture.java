// OkHttp 3.13 (Debian: libokhttp-java, default-jdk-headless) with a Cache: loads each address of its standard input,
// and writes a line for each request that went out: status, times in milliseconds (connect is -1 on a kept connection),
// and header lines.
// java -cp /usr/share/java/okhttp.jar:/usr/share/java/okio.jar OkHttpCapture.java FOLDER
import java.io.*;
import java.net.*;
import java.util.*;
import okhttp3.*;

public class OkHttpCapture extends okhttp3.EventListener {
  static long connecting, connected, sent, answered, ended;
  static Response network;

  @Override public void connectStart(Call call, InetSocketAddress address, Proxy proxy) { connecting = System.nanoTime(); }
  @Override public void connectEnd(Call call, InetSocketAddress address, Proxy proxy, Protocol protocol) {
    connected = System.nanoTime();
  }
  @Override public void requestHeadersEnd(Call call, Request request) { sent = System.nanoTime(); }
  @Override public void responseHeadersEnd(Call call, Response response) { ended = answered = System.nanoTime(); }
  @Override public void responseBodyEnd(Call call, long bytes) { ended = System.nanoTime(); }

  static String quoted(String text) { return "\"" + text.replace("\\", "\\\\").replace("\"", "\\\"") + "\""; }

  static String lines(Headers headers) {
    StringJoiner lines = new StringJoiner(", ", "[", "]");
    for (int place = 0; place < headers.size(); place++)
      lines.add("{\"name\": " + quoted(headers.name(place)) + ", \"value\": " + quoted(headers.value(place)) + "}");
    return lines.toString();
  }

  public static void main(String[] arguments) throws IOException {
    OkHttpClient client = new OkHttpClient.Builder().cache(new Cache(new File(arguments[0]), 100_000_000))
        .eventListener(new OkHttpCapture()).addNetworkInterceptor(chain -> network = chain.proceed(chain.request())).build();
    BufferedReader addresses = new BufferedReader(new InputStreamReader(System.in));
    for (String address = addresses.readLine(); address != null; address = addresses.readLine()) {
      connecting = connected = 0;
      network = null;
      int size;
      try (Response response = client.newCall(new Request.Builder().url(address).build()).execute()) {
        size = response.body().bytes().length;
      }
      if (network == null) {
        System.out.println("null");
        continue;
      }
      double connect = connected > connecting ? (connected - connecting) / 1e6 : -1;
      System.out.println("{\"status\": " + network.code() + ", \"size\": " + (network.code() == 304 ? 0 : size)
          + ", \"connect\": " + connect + ", \"wait\": " + (answered - sent) / 1e6 + ", \"receive\": " + (ended - answered) / 1e6
          + ", \"asked\": " + lines(network.request().headers()) + ", \"told\": " + lines(network.headers()) + "}");
    }
  }
}
