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
    // ruleid: java-ldap-injection
    ldapTemplate.search("ou=people", "(uid=" + user + ")", mapper);
    // ok: java-ldap-injection
    ldapTemplate.search(query().where("uid").is(user), mapper);
    // ruleid: java-ldap-injection
    ldapTemplate.search(query().filter("(uid=" + user + ")"), mapper);
    // ruleid: java-xpath-injection
    XPathFactory.newInstance().newXPath().evaluate("//u[n='" + user + "']", users);
    // ok: java-xpath-injection
    XPathFactory.newInstance().newXPath().evaluate("//u", users);
    var ctx = new InitialContext();
    // ruleid: java-jndi-injection
    ctx.lookup(user);
    // ok: java-jndi-injection
    ctx.lookup("java:comp/env");
  }
}
