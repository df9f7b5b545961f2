package shop;

import com.mongodb.client.model.Filters;
import jakarta.persistence.EntityManager;
import jakarta.servlet.http.HttpServletRequest;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.Statement;
import java.util.Map;
import org.bson.Document;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.web.bind.annotation.*;

@RestController
class Goods {
  private static final Map<String, String> COLUMNS = Map.of("price", "price", "name", "title");
  private final JdbcTemplate jdbc;
  private final EntityManager entityManager;
  private final GoodsRepository repository = new GoodsRepository();

  @GetMapping("/goods")
  Object goods(@RequestParam String name, @RequestParam long id, @RequestParam(defaultValue = "x") String sort) throws Exception {
    String sql = "select * from goods where name = '" + name + "'";
    // ruleid: java-sql-injection
    jdbc.query(sql, mapper);
    // ruleid: java-sql-injection
    jdbc.queryForList(String.format("select * from goods order by %s", sort));
    // ok: java-sql-injection
    jdbc.queryForList("select * from goods order by " + COLUMNS.get(sort));
    // ok: java-sql-injection
    jdbc.query("select * from goods where name = ?", mapper, name);
    // ok: java-sql-injection
    jdbc.queryForObject("select * from goods where id = " + id, mapper);
    repository.find(name);
    // ruleid: java-sql-injection-jpql
    entityManager.createQuery("select g from Goods g where g.name = '" + name + "'", Goods.class);
    // ok: java-sql-injection-jpql
    entityManager.createQuery("select g from Goods g where g.name = :name").setParameter("name", name);
    // ruleid: java-sql-injection
    entityManager.createNativeQuery("select * from goods where name like '%" + name + "%'").getResultList();
    return null;
  }

  @GetMapping("/found")
  Object found(HttpServletRequest request, Events events) {
    String where = request.getParameter("where");
    // ruleid: java-nosql-injection
    collection.find(Document.parse("{name: '" + where + "'}"));
    // ruleid: java-nosql-injection
    collection.find(Filters.where("this.name == '" + where + "'"));
    // ok: java-nosql-injection
    collection.find(Filters.eq("name", where));
    // ok: java-sql-injection
    events.query(where);
    return null;
  }
}

class GoodsRepository {
  private Connection connection;

  void find(String name) throws Exception {
    Statement statement = connection.createStatement();
    // ruleid: java-sql-injection
    statement.execute("select 1 from goods where name = '" + name + "'");
    StringBuilder text = new StringBuilder("select 1 from goods");
    text.append(" where name = '").append(name).append("'");
    // ruleid: java-sql-injection
    PreparedStatement prepared = connection.prepareStatement(text.toString());
    // ok: java-sql-injection
    PreparedStatement safe = connection.prepareStatement("select 1 from goods where name = ?");
    safe.setString(1, name);
    // ok: java-sql-injection
    safe.executeQuery();
  }
}
