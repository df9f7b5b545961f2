import java.io.IOException;
import javax.servlet.http.HttpServlet;
import javax.servlet.http.HttpServletRequest;
import javax.servlet.http.HttpServletResponse;

public class Convert extends HttpServlet {
  private String last;

  @Override
  protected void doGet(HttpServletRequest request, HttpServletResponse response) throws IOException {
    String name = request.getParameter("name");
    StringBuilder command = new StringBuilder("convert ");
    command.append(name).append(" out.png");
    // ruleid: java-request-to-command
    Runtime.getRuntime().exec(command.toString());
    int size = Integer.parseInt(request.getParameter("size"));
    // ok: java-request-to-command
    Runtime.getRuntime().exec("resize " + size);
    last = request.getHeader("X-Job");
    run("sh " + name);
  }

  private void run(String command) throws IOException {
    // ruleid: java-request-to-command
    new ProcessBuilder(command).start();
  }

  void again() throws IOException {
    // ruleid: java-request-to-command
    Runtime.getRuntime().exec(last);
    // ok: java-request-to-command
    Runtime.getRuntime().exec("sync");
  }
}
