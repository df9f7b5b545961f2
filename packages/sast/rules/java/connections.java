package shop;

import com.auth0.jwt.JWT;
import com.auth0.jwt.algorithms.Algorithm;
import com.zaxxer.hikari.HikariConfig;
import io.jsonwebtoken.Jwts;
import java.io.*;
import java.net.URL;
import java.security.KeyStore;
import java.security.cert.*;
import java.sql.DriverManager;
import java.util.Hashtable;
import javax.naming.Context;
import javax.net.ssl.*;

class Trusting implements X509TrustManager {
  public void checkClientTrusted(X509Certificate[] chain, String type) {}

  // ruleid: java-tls-verification-disabled
  public void checkServerTrusted(X509Certificate[] chain, String type) {}

  public X509Certificate[] getAcceptedIssuers() {
    return new X509Certificate[0];
  }
}

class Careful implements X509TrustManager {
  // ok: java-tls-verification-disabled
  public void checkServerTrusted(X509Certificate[] chain, String type) throws CertificateException {
    inner.checkServerTrusted(chain, type);
  }
}

class AnyName implements HostnameVerifier {
  // ruleid: java-tls-hostname-verification-disabled
  public boolean verify(String host, SSLSession session) {
    return true;
  }
}

class OneName implements HostnameVerifier {
  // ok: java-tls-hostname-verification-disabled
  public boolean verify(String host, SSLSession session) {
    return host.equals("db.example.org");
  }
}

class Connections {
  void open(HttpsURLConnection connection, String password, String token, InputStream in) throws Exception {
    // ruleid: java-tls-hostname-verification-disabled
    connection.setHostnameVerifier((host, session) -> true);
    // ok: java-tls-hostname-verification-disabled
    connection.setHostnameVerifier((host, session) -> host.equals("db.example.org"));
    // ruleid: java-outdated-tls
    SSLContext.getInstance("TLSv1");
    // ok: java-outdated-tls
    SSLContext.getInstance("TLSv1.3");
    // ok: java-outdated-tls
    SSLContext.getInstance("TLS");
    // ruleid: java-cleartext-transmission
    new URL("http://api.shop.org/goods");
    // ok: java-cleartext-transmission
    new URL("https://api.shop.org/goods");
    // ok: java-cleartext-transmission
    new URL("http://localhost:8080/goods");
    // ruleid: java-hardcoded-password
    DriverManager.getConnection("jdbc:mysql://db/shop", "shop", "not-a-good-one");
    // ok: java-hardcoded-password
    DriverManager.getConnection("jdbc:mysql://db/shop", "shop", password);
    HikariConfig config = new HikariConfig();
    // ruleid: java-hardcoded-password
    config.setPassword("not-a-good-one");
    // ok: java-hardcoded-password
    config.setPassword(System.getenv("DB_PASSWORD"));
    // ruleid: java-empty-database-password
    DriverManager.getConnection("jdbc:mysql://db/shop", "shop", "");
    // ok: java-empty-database-password
    DriverManager.getConnection("jdbc:h2:mem:shop", "sa", "");
    Hashtable<String, String> env = new Hashtable<>();
    // ruleid: java-ldap-missing-authentication
    env.put(Context.SECURITY_AUTHENTICATION, "none");
    // ok: java-ldap-missing-authentication
    env.put(Context.SECURITY_AUTHENTICATION, "simple");
  }

  Object read(String token) {
    // ruleid: java-jwt-not-verified
    return JWT.decode(token).getSubject();
  }

  Object readToo(String token, Object key) {
    // ruleid: java-jwt-not-verified
    return Jwts.parser().setSigningKey(key).parse(token);
  }

  Object checked(String token, Algorithm algorithm) {
    // ok: java-jwt-not-verified
    return JWT.require(algorithm).build().verify(token).getSubject();
  }

  void files(File file) throws IOException {
    // ruleid: java-insecure-temporary-file
    File.createTempFile("a", ".txt");
    // ok: java-insecure-temporary-file
    File.createTempFile("a", ".txt", folder);
    // ok: java-insecure-temporary-file
    Files.createTempFile("a", ".txt");
    // ruleid: java-world-writable-file
    file.setWritable(true, false);
    // ok: java-world-writable-file
    file.setWritable(true, true);
    // ruleid: java-world-writable-file
    PosixFilePermissions.fromString("rwxrwxrwx");
    // ok: java-world-writable-file
    PosixFilePermissions.fromString("rwxr-xr-x");
  }
}
