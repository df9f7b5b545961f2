import com.fasterxml.jackson.databind.ObjectMapper;
import com.thoughtworks.xstream.XStream;
import jakarta.servlet.http.*;
import java.beans.XMLDecoder;
import java.io.*;
import java.util.*;
import org.springframework.web.bind.annotation.*;
import org.yaml.snakeyaml.*;
import org.yaml.snakeyaml.constructor.SafeConstructor;

@RestController
class States {
//// weak
  Object state(HttpServletRequest request) throws Exception {
    ObjectInputStream in = new ObjectInputStream(request.getInputStream());
    return in.readObject();
  }
//// safe
  Object state(HttpServletRequest request) throws Exception {
    return new ObjectMapper().readValue(request.getInputStream(), Map.class);
  }
//// weak
  @PostMapping("/cookie")
  Object cookie(@CookieValue("cart") String cart) throws Exception {
    byte[] raw = Base64.getDecoder().decode(cart);
    return new ObjectInputStream(new ByteArrayInputStream(raw)).readObject();
  }
//// safe
  @PostMapping("/cookie")
  Object cookie(@CookieValue("cart") String cart) throws Exception {
    byte[] raw = Base64.getDecoder().decode(cart);
    ObjectInputStream in = new ObjectInputStream(new ByteArrayInputStream(raw));
    in.setObjectInputFilter(ObjectInputFilter.Config.createFilter("com.example.Cart;!*"));
    return in.readObject();
  }
//// weak
  @PostMapping("/config")
  Object config(@RequestBody String body) {
    return new Yaml().load(body);
  }
//// safe
  @PostMapping("/config")
  Object config(@RequestBody String body) {
    return new Yaml(new SafeConstructor(new LoaderOptions())).load(body);
  }
//// weak
  @PostMapping("/import")
  Object load(HttpServletRequest request) throws Exception {
    try (XMLDecoder decoder = new XMLDecoder(request.getInputStream())) { return decoder.readObject(); }
  }
//// safe
  @PostMapping("/import")
  Object load(HttpServletRequest request) throws Exception {
    Properties properties = new Properties();
    properties.load(request.getInputStream());
    return properties;
  }
//// end
}
