// Apache HttpClient Cache 5, private, its store in memory (Debian: libhttpclient5-java, default-jdk-headless).
import java.io.*;
import java.util.concurrent.*;
import java.util.regex.*;
import org.apache.hc.client5.http.classic.methods.HttpUriRequestBase;
import org.apache.hc.client5.http.impl.cache.*;
import org.apache.hc.client5.http.impl.classic.CloseableHttpClient;
import org.apache.hc.client5.http.impl.io.PoolingHttpClientConnectionManagerBuilder;
import org.apache.hc.core5.http.io.entity.*;

public class ApacheClient {
  static final Pattern MEMBER = Pattern.compile("\"((?:[^\"\\\\]|\\\\.)*)\"");

  static String text(String json) {
    return json.replace("\\\"", "\"").replace("\\\\", "\\");
  }

  static String member(String line, String name) {
    Matcher found = Pattern.compile("\"" + name + "\": \"?([^\",}]*)").matcher(line);
    return found.find() ? found.group(1) : "";
  }

  static String ask(CloseableHttpClient client, String line) {
    String method = member(line, "method");
    try {
      HttpUriRequestBase request = new HttpUriRequestBase(method, java.net.URI.create(member(line, "url")));
      if (method.equals("POST") || method.equals("PUT") || method.equals("PATCH")) request.setEntity(new StringEntity("x"));
      Matcher found = MEMBER.matcher(line.substring(line.indexOf("\"headers\": ") + 11));
      while (found.find()) {
        String name = text(found.group(1));
        found.find();
        request.addHeader(name, text(found.group(1)));
      }
      return client.execute(request, response -> {
        String body = response.getEntity() == null ? "" : EntityUtils.toString(response.getEntity());
        Matcher serial = Pattern.compile("^serial (\\d+)").matcher(body);
        return ", \"status\": " + response.getCode() + ", \"serial\": " + (serial.find() ? serial.group(1) : "0");
      });
    } catch (Exception error) {
      return ", \"error\": \"" + error.toString().replaceAll("[\"\\\\\n]", " ") + "\"";
    }
  }

  public static void main(String[] arguments) throws IOException {
    CacheConfig config = CacheConfig.custom().setSharedCache(false).setMaxCacheEntries(5_000).setMaxObjectSize(100_000).build();
    CloseableHttpClient client = CachingHttpClientBuilder.create().setCacheConfig(config)
        .setConnectionManager(PoolingHttpClientConnectionManagerBuilder.create().setMaxConnPerRoute(20).build()).build();
    ExecutorService threads = Executors.newCachedThreadPool();
    BufferedReader lines = new BufferedReader(new InputStreamReader(System.in));
    for (String line = lines.readLine(); line != null; line = lines.readLine()) {
      String text = line;
      threads.execute(() -> {
        String reply = "{\"n\": " + member(text, "n") + ask(client, text) + "}";
        synchronized (System.out) {
          System.out.println(reply);
          System.out.flush();
        }
      });
    }
  }
}
