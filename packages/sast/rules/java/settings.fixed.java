package shop;

import jakarta.servlet.http.*;
import java.sql.Statement;
import java.util.List;
import org.springframework.web.bind.annotation.*;

// ruleid: java-security-debug-enabled
@Configuration
@EnableWebSecurity(debug = true)
class Security {
  SecurityFilterChain plain(HttpSecurity http) throws Exception {
    // ruleid: java-csrf-protection-disabled
    http.csrf().disable();
    // ruleid: java-security-headers-disabled
    http.headers().disable();
    // ruleid: java-missing-authorization-all-paths
    http.authorizeRequests().anyRequest().permitAll();
    return http.build();
  }

  SecurityFilterChain lambdas(HttpSecurity http) throws Exception {
    // ruleid: java-csrf-protection-disabled
    http.csrf(csrf -> csrf.disable());
    // ruleid: java-csrf-protection-disabled
    http.csrf(AbstractHttpConfigurer::disable);
    // ok: java-csrf-protection-disabled
    http.csrf(csrf -> csrf.ignoringRequestMatchers("/hooks/**"));
    // ruleid: java-security-headers-disabled
    http.headers(headers -> headers.frameOptions(frame -> frame.disable()));
    // ok: java-security-headers-disabled
    http.headers(headers -> headers.frameOptions(frame -> frame.sameOrigin()));
    // ruleid: java-missing-authorization-all-paths
    http.authorizeHttpRequests(paths -> paths.requestMatchers("/actuator/**").permitAll());
    // ok: java-missing-authorization-all-paths
    http.authorizeHttpRequests(paths -> paths.requestMatchers("/login").permitAll().anyRequest().authenticated());
    // ruleid: java-session-fixation
    http.sessionManagement().sessionFixation().none();
    // ok: java-session-fixation
    http.sessionManagement().sessionFixation().migrateSession();
    return http.build();
  }

  SecurityFilterChain stateless(HttpSecurity http) throws Exception {
    // ok: java-csrf-protection-disabled
    http.csrf(csrf -> csrf.disable()).sessionManagement(s -> s.sessionCreationPolicy(SessionCreationPolicy.STATELESS));
    return http.build();
  }

  void cors(CorsRegistry registry, CorsConfiguration cors, HttpServletRequest request, HttpServletResponse response) {
    // ruleid: java-cors-any-origin
    registry.addMapping("/**").allowedOrigins("*");
    // ok: java-cors-any-origin
    registry.addMapping("/**").allowedOrigins("https://shop.example.org");
    // ruleid: java-cors-any-origin
    cors.setAllowedOrigins(List.of("*"));
    // ruleid: java-cors-any-origin
    response.setHeader("Access-Control-Allow-Origin", request.getHeader("Origin"));
  }

  void cookies(HttpServletResponse response, String id) {
    // ruleid: java-insecure-cookie
    Cookie cookie = new Cookie("SESSION", id);
    response.addCookie(cookie);
    Cookie second = new Cookie("theme", "dark");
    // ruleid: java-insecure-cookie
    second.setSecure(true);
    // ok: java-insecure-cookie
    Cookie third = new Cookie("token", id);
    third.setSecure(true);
    third.setHttpOnly(true);
    response.addCookie(third);
  }
}

// ruleid: java-cors-any-origin
@CrossOrigin(origins = "*")
@RestController
class Open {
  private final ObjectMapper mapper = new ObjectMapper();

  void types(PolymorphicTypeValidator names) {
    // ruleid: java-insecure-deserialization-default-typing
    mapper.enableDefaultTyping();
    // ruleid: java-insecure-deserialization-default-typing
    mapper.activateDefaultTyping(LaissezFaireSubTypeValidator.instance, ObjectMapper.DefaultTyping.NON_FINAL);
    // ok: java-insecure-deserialization-default-typing
    mapper.activateDefaultTyping(names, ObjectMapper.DefaultTyping.NON_FINAL);
  }

  void errors(HttpServletResponse response, Exception problem) throws Exception {
    // ruleid: java-error-details-exposed
    problem.printStackTrace(response.getWriter());
    // ok: java-error-details-exposed
    log.error("failed", problem);
  }

  boolean isAdmin(String role, boolean open) {
    // ruleid: java-string-comparison-by-reference
    if (role == "admin") return true;
    // ok: java-string-comparison-by-reference
    if ("admin".equals(role)) return true;
    // ruleid: java-assignment-in-condition
    if (open = true) {
      return true;
    }
    // ok: java-assignment-in-condition
    if (open == true) {
      return true;
    }
    return false;
  }

  // ruleid: java-authorization-fails-open
  boolean isTokenValid(String token) {
    try {
      return verifier.verify(token);
    } catch (Exception e) {
      return true;
    }
  }

  // ok: java-authorization-fails-open
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
  // ruleid: java-sql-injection-mybatis
  @Select("select * from users where name = '${name}'")
  List<User> named(String name);

  // ok: java-sql-injection-mybatis
  @Select("select * from users where name = #{name}")
  List<User> safe(String name);
}

class Shop {
  void find(Statement statement, Runner runner, String name) throws Exception {
    // ruleid: java-sql-injection-string-concatenation
    statement.executeQuery("select * from goods where name = '" + name + "'");
    // ok: java-sql-injection-string-concatenation
    statement.executeQuery("select * " + "from goods");
    // ok: java-sql-injection-string-concatenation
    runner.executeQuery("a" + name);
  }
}
