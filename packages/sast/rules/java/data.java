package shop;

import com.thoughtworks.xstream.XStream;
import jakarta.servlet.http.*;
import java.io.*;
import java.util.Base64;
import java.util.Map;
import java.util.regex.Pattern;
import org.apache.commons.beanutils.BeanUtils;
import org.springframework.web.bind.annotation.*;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.constructor.SafeConstructor;

@RestController
class Data {
  private static final Map<String, Runnable> HANDLERS = Map.of();
  private final XStream xstream = new XStream();

  @PostMapping("/data")
  void data(HttpServletRequest request, @RequestBody String body) throws Exception {
    // ruleid: java-insecure-deserialization
    ObjectInputStream in = new ObjectInputStream(request.getInputStream());
    byte[] bytes = Base64.getDecoder().decode(request.getParameter("state"));
    read(bytes);
    // ruleid: java-insecure-deserialization
    xstream.fromXML(body);
    // ruleid: java-insecure-deserialization
    new Yaml().load(body);
    Yaml yaml = new Yaml(new SafeConstructor(new LoaderOptions()));
    // ok: java-insecure-deserialization
    yaml.load(body);
    // ok: java-insecure-deserialization
    mapper.readValue(body, Order.class);
  }

  private Object read(byte[] bytes) throws Exception {
    // ruleid: java-insecure-deserialization
    return new ObjectInputStream(new ByteArrayInputStream(bytes)).readObject();
  }

  private Object kept(File file) throws Exception {
    // ok: java-insecure-deserialization
    return new ObjectInputStream(new FileInputStream(file)).readObject();
  }

  @GetMapping("/do/{name}")
  void doIt(@PathVariable String name, HttpServletRequest request, User user) throws Exception {
    // ruleid: java-unsafe-reflection
    Class.forName("shop.actions." + name).getDeclaredConstructor().newInstance();
    // ruleid: java-unsafe-reflection
    user.getClass().getMethod(name).invoke(user);
    // ok: java-unsafe-reflection
    HANDLERS.get(name).run();
    // ok: java-unsafe-reflection
    Class.forName("shop.Order");
    // ruleid: java-mass-assignment
    BeanUtils.populate(user, request.getParameterMap());
    // ok: java-mass-assignment
    user.setName(request.getParameter("name"));
    // ruleid: java-regex-injection
    Pattern.compile(".*" + name);
    // ok: java-regex-injection
    Pattern.compile(".*" + Pattern.quote(name));
    // ok: java-regex-injection
    Pattern.compile("[a-z]+").matcher(name);
    // ruleid: java-format-string
    String.format("Hello " + name, user);
    // ok: java-format-string
    String.format("Hello %s", name);
  }
}
