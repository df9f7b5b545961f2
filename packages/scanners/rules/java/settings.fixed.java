package shop;

import jakarta.servlet.http.*;
import java.sql.Statement;
import java.util.List;
import org.springframework.web.bind.annotation.*;

// ruleid: java-debug-on
@Configuration
@EnableWebSecurity(debug = true)
class Security {
  SecurityFilterChain plain(HttpSecurity http) throws Exception {
    // ruleid: java-csrf-off
    http.csrf().disable();
    // ruleid: java-security-headers-off
    http.headers().disable();
    // ruleid: java-everything-permitted
    http.authorizeRequests().anyRequest().permitAll();
    return http.build();
  }

  SecurityFilterChain lambdas(HttpSecurity http) throws Exception {
    // ruleid: java-csrf-off
    http.csrf(csrf -> csrf.disable());
    // ruleid: java-csrf-off
    http.csrf(AbstractHttpConfigurer::disable);
    // ok: java-csrf-off
    http.csrf(csrf -> csrf.ignoringRequestMatchers("/hooks/**"));
    // ruleid: java-security-headers-off
    http.headers(headers -> headers.frameOptions(frame -> frame.disable()));
    // ok: java-security-headers-off
    http.headers(headers -> headers.frameOptions(frame -> frame.sameOrigin()));
    // ruleid: java-everything-permitted
    http.authorizeHttpRequests(paths -> paths.requestMatchers("/actuator/**").permitAll());
    // ok: java-everything-permitted
    http.authorizeHttpRequests(paths -> paths.requestMatchers("/login").permitAll().anyRequest().authenticated());
    // ruleid: java-session-kept-at-login
    http.sessionManagement().sessionFixation().none();
    // ok: java-session-kept-at-login
    http.sessionManagement().sessionFixation().migrateSession();
    return http.build();
  }

  SecurityFilterChain stateless(HttpSecurity http) throws Exception {
    // ok: java-csrf-off
    http.csrf(csrf -> csrf.disable()).sessionManagement(s -> s.sessionCreationPolicy(SessionCreationPolicy.STATELESS));
    return http.build();
  }

  void cors(CorsRegistry registry, CorsConfiguration cors, HttpServletRequest request, HttpServletResponse response) {
    // ruleid: java-cors-for-everybody
    registry.addMapping("/**").allowedOrigins("*");
    // ok: java-cors-for-everybody
    registry.addMapping("/**").allowedOrigins("https://shop.example.org");
    // ruleid: java-cors-for-everybody
    cors.setAllowedOrigins(List.of("*"));
    // ruleid: java-cors-for-everybody
    response.setHeader("Access-Control-Allow-Origin", request.getHeader("Origin"));
  }

  void cookies(HttpServletResponse response, String id) {
    // ruleid: java-cookie-without-flags
    Cookie cookie = new Cookie("SESSION", id);
    response.addCookie(cookie);
    Cookie second = new Cookie("theme", "dark");
    // ruleid: java-cookie-without-flags
    second.setSecure(true);
    // ok: java-cookie-without-flags
    Cookie third = new Cookie("token", id);
    third.setSecure(true);
    third.setHttpOnly(true);
    response.addCookie(third);
  }
}

// ruleid: java-cors-for-everybody
@CrossOrigin(origins = "*")
@RestController
class Open {
  private final ObjectMapper mapper = new ObjectMapper();

  void types(PolymorphicTypeValidator names) {
    // ruleid: java-default-typing
    mapper.enableDefaultTyping();
    // ruleid: java-default-typing
    mapper.activateDefaultTyping(LaissezFaireSubTypeValidator.instance, ObjectMapper.DefaultTyping.NON_FINAL);
    // ok: java-default-typing
    mapper.activateDefaultTyping(names, ObjectMapper.DefaultTyping.NON_FINAL);
  }

  void errors(HttpServletResponse response, Exception problem) throws Exception {
    // ruleid: java-trace-to-visitor
    problem.printStackTrace(response.getWriter());
    // ok: java-trace-to-visitor
    log.error("failed", problem);
  }

  boolean isAdmin(String role, boolean open) {
    // ruleid: java-texts-compared-by-place
    if (role == "admin") return true;
    // ok: java-texts-compared-by-place
    if ("admin".equals(role)) return true;
    // ruleid: java-assigned-in-condition
    if (open = true) {
      return true;
    }
    // ok: java-assigned-in-condition
    if (open == true) {
      return true;
    }
    return false;
  }

  // ruleid: java-exception-swallowed-in-check
  boolean isTokenValid(String token) {
    try {
      return verifier.verify(token);
    } catch (Exception e) {
      return true;
    }
  }

  // ok: java-exception-swallowed-in-check
  boolean isTokenAllowed(String token) {
    try {
      return verifier.verify(token);
    } catch (Exception e) {
      return false;
    }
  }
}

@Mapper
interface Users {
  // ruleid: java-mybatis-text
  @Select("select * from users where name = '${name}'")
  List<User> named(String name);

  // ok: java-mybatis-text
  @Select("select * from users where name = #{name}")
  List<User> safe(String name);
}

class Shop {
  void find(Statement statement, Runner runner, String name) throws Exception {
    // ruleid: java-sql-text
    statement.executeQuery("select * from goods where name = '" + name + "'");
    // ok: java-sql-text
    statement.executeQuery("select * " + "from goods");
    // ok: java-sql-text
    runner.executeQuery("a" + name);
  }
}
