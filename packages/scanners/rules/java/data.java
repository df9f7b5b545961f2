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
    // ruleid: java-request-to-object
    ObjectInputStream in = new ObjectInputStream(request.getInputStream());
    byte[] bytes = Base64.getDecoder().decode(request.getParameter("state"));
    read(bytes);
    // ruleid: java-request-to-object
    xstream.fromXML(body);
    // ruleid: java-request-to-object
    new Yaml().load(body);
    Yaml yaml = new Yaml(new SafeConstructor(new LoaderOptions()));
    // ok: java-request-to-object
    yaml.load(body);
    // ok: java-request-to-object
    mapper.readValue(body, Order.class);
  }

  private Object read(byte[] bytes) throws Exception {
    // ruleid: java-request-to-object
    return new ObjectInputStream(new ByteArrayInputStream(bytes)).readObject();
  }

  private Object kept(File file) throws Exception {
    // ok: java-request-to-object
    return new ObjectInputStream(new FileInputStream(file)).readObject();
  }

  @GetMapping("/do/{name}")
  void doIt(@PathVariable String name, HttpServletRequest request, User user) throws Exception {
    // ruleid: java-request-to-class
    Class.forName("shop.actions." + name).getDeclaredConstructor().newInstance();
    // ruleid: java-request-to-class
    user.getClass().getMethod(name).invoke(user);
    // ok: java-request-to-class
    HANDLERS.get(name).run();
    // ok: java-request-to-class
    Class.forName("shop.Order");
    // ruleid: java-request-to-properties
    BeanUtils.populate(user, request.getParameterMap());
    // ok: java-request-to-properties
    user.setName(request.getParameter("name"));
    // ruleid: java-request-to-regex
    Pattern.compile(".*" + name);
    // ok: java-request-to-regex
    Pattern.compile(".*" + Pattern.quote(name));
    // ok: java-request-to-regex
    Pattern.compile("[a-z]+").matcher(name);
    // ruleid: java-request-to-format
    String.format("Hello " + name, user);
    // ok: java-request-to-format
    String.format("Hello %s", name);
  }
}
