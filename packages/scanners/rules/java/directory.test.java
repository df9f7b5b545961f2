package shop;
import io.javalin.Javalin;
import io.javalin.http.Context;
import java.sql.*;
import java.util.*;
import javax.ws.rs.*;
import io.vertx.ext.web.*;
import org.springframework.web.reactive.function.server.*;

class Directories {
  LdapTemplate ldapTemplate;
  void find(HttpServletRequest req, org.w3c.dom.Document users) throws Exception {
    String user = req.getParameter("user");
    // ruleid: java-request-to-ldap
    ldapTemplate.search("ou=people", "(uid=" + user + ")", mapper);
    // ok: java-request-to-ldap
    ldapTemplate.search(query().where("uid").is(user), mapper);
    // ruleid: java-request-to-ldap
    ldapTemplate.search(query().filter("(uid=" + user + ")"), mapper);
    // ruleid: java-request-to-xpath
    XPathFactory.newInstance().newXPath().evaluate("//u[n='" + user + "']", users);
    // ok: java-request-to-xpath
    XPathFactory.newInstance().newXPath().evaluate("//u", users);
    var ctx = new InitialContext();
    // ruleid: java-request-to-jndi
    ctx.lookup(user);
    // ok: java-request-to-jndi
    ctx.lookup("java:comp/env");
  }
}
