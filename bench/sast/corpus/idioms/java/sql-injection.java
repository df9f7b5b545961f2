import jakarta.persistence.*;
import jakarta.servlet.http.*;
import java.sql.*;
import java.util.List;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.web.bind.annotation.*;

@RestController
class Queries {
  Connection connection;
  JdbcTemplate jdbcTemplate;
  EntityManager entityManager;
//// weak
  ResultSet user(HttpServletRequest request) throws SQLException {
    Statement statement = connection.createStatement();
    return statement.executeQuery("SELECT * FROM users WHERE name = '" + request.getParameter("name") + "'");
  }
//// safe
  ResultSet user(HttpServletRequest request) throws SQLException {
    PreparedStatement statement = connection.prepareStatement("SELECT * FROM users WHERE name = ?");
    statement.setString(1, request.getParameter("name"));
    return statement.executeQuery();
  }
//// weak
  @GetMapping("/items")
  List<String> items(@RequestParam String sort) {
    return jdbcTemplate.queryForList("SELECT title FROM items ORDER BY " + sort, String.class);
  }
//// safe
  @GetMapping("/items")
  List<String> items(@RequestParam String kind) {
    return jdbcTemplate.queryForList("SELECT title FROM items WHERE kind = ?", String.class, kind);
  }
//// weak
  @GetMapping("/orders/{ref}")
  List<?> orders(@PathVariable String ref) {
    return entityManager.createNativeQuery(String.format("SELECT * FROM orders WHERE ref = '%s'", ref)).getResultList();
  }
//// safe
  @GetMapping("/orders/{ref}")
  List<?> orders(@PathVariable String ref) {
    return entityManager.createNativeQuery("SELECT * FROM orders WHERE ref = :ref").setParameter("ref", ref).getResultList();
  }
//// weak
  @PostMapping("/find")
  ResultSet find(@RequestParam("q") String q) throws SQLException {
    StringBuilder sql = new StringBuilder("SELECT * FROM books WHERE title LIKE '%");
    sql.append(q).append("%'");
    return connection.prepareStatement(sql.toString()).executeQuery();
  }
//// safe
  @PostMapping("/find")
  ResultSet find(@RequestParam("q") String q) throws SQLException {
    StringBuilder sql = new StringBuilder("SELECT * FROM books WHERE title LIKE ");
    sql.append("?");
    PreparedStatement statement = connection.prepareStatement(sql.toString());
    statement.setString(1, "%" + q + "%");
    return statement.executeQuery();
  }
//// end
}
