// OkHttp 3.13 (Debian: libokhttp-java, default-jdk-headless) with a Cache of 100 MB.
// java -cp /usr/share/java/okhttp.jar:/usr/share/java/okio.jar OkHttpLive.java
import java.io.*;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.*;
import java.util.regex.*;
import okhttp3.*;

public class OkHttpLive {
  static OkHttpClient client;
  static final Pattern HEADER = Pattern.compile("\"([^\"]+)\":\\s*\"((?:[^\"\\\\]|\\\\.)*)\"");

  static String member(String line, String name) {
    Matcher found = Pattern.compile("\"" + name + "\":\\s*\"?([^\",}]*)").matcher(line);
    return found.find() ? found.group(1) : "";
  }

  static String open(String line) {
    Cache cache = new Cache(new File(member(line, "folder"), "okhttp"), 100_000_000);
    client = new OkHttpClient.Builder().cache(cache).readTimeout(0, TimeUnit.SECONDS).build();
    return ", \"concurrent\": 5, \"keeps\": \"disk\"";
  }

  static String get(String line) throws IOException {
    Request.Builder request = new Request.Builder().url(member(line, "url"));
    Matcher headers = Pattern.compile("\"headers\":\\s*\\{(.*?)\\}").matcher(line);
    if (headers.find()) {
      Matcher header = HEADER.matcher(headers.group(1));
      while (header.find()) request.header(header.group(1), header.group(2).replace("\\", ""));
    }
    if (member(line, "reload").equals("true")) request.header("Cache-Control", "no-cache");
    try (Response response = client.newCall(request.build()).execute()) {
      byte[] body = response.body().bytes();
      if (body.length == 0) return "";
      String first = new String(body, StandardCharsets.ISO_8859_1).split("\n", 2)[0];
      return ", \"body\": \"" + first + "\", \"bytes\": " + body.length;
    }
  }

  static void answer(String line) {
    String reply = "";
    try {
      if (member(line, "do").equals("open")) reply = open(line);
      if (member(line, "do").equals("get")) reply = get(line);
      if (member(line, "do").equals("terminate")) client.cache().close();
    } catch (IOException error) {
      System.err.println(error);
    }
    synchronized (System.out) {
      System.out.println("{\"id\": " + member(line, "id") + reply + "}");
      System.out.flush();
    }
  }

  public static void main(String[] arguments) throws IOException {
    ExecutorService threads = Executors.newCachedThreadPool();
    BufferedReader lines = new BufferedReader(new InputStreamReader(System.in));
    for (String line = lines.readLine(); line != null; line = lines.readLine()) {
      String text = line;
      if (member(text, "do").equals("get")) threads.execute(() -> answer(text));
      else answer(text);
    }
    System.exit(0);
  }
}
