import io.jsonwebtoken.*;
import java.sql.*;
import javax.crypto.spec.SecretKeySpec;
import com.zaxxer.hikari.*;

class Credentials {
//// weak
  Connection open() throws SQLException {
    return DriverManager.getConnection("jdbc:postgresql://db/shop", "app", "Tr0ub4dor&3x");
  }
//// safe
  Connection open() throws SQLException {
    return DriverManager.getConnection("jdbc:postgresql://db/shop", "app", System.getenv("DB_PASSWORD"));
  }
//// weak
  String issue(String user) {
    return Jwts.builder().setSubject(user).signWith(SignatureAlgorithm.HS256, "k3yb0ard-w4rrior-77").compact();
  }
//// safe
  String issue(String user) {
    return Jwts.builder().setSubject(user).signWith(SignatureAlgorithm.HS256, System.getenv("JWT_SECRET")).compact();
  }
//// weak
  SecretKeySpec key() {
    return new SecretKeySpec("0123zebra7falcon".getBytes(), "AES");
  }
//// safe
  SecretKeySpec key(java.security.KeyStore store) throws Exception {
    return new SecretKeySpec(store.getKey("app", null).getEncoded(), "AES");
  }
//// weak
  HikariDataSource pool() {
    HikariConfig config = new HikariConfig();
    config.setUsername("app");
    config.setPassword("gr33n-apples-99");
    return new HikariDataSource(config);
  }
//// safe
  HikariDataSource pool() {
    HikariConfig config = new HikariConfig();
    config.setUsername("app");
    config.setPassword(System.getenv("DB_PASSWORD"));
    return new HikariDataSource(config);
  }
//// end
}
