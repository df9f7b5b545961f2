package com.example.print;

import jakarta.servlet.http.*;
import java.io.IOException;

public class PrintServlet extends HttpServlet {
    private final PrinterClient printer = new PrinterClient();

    @Override
    protected void doPost(HttpServletRequest request, HttpServletResponse response) throws IOException {
        String copies = request.getParameter("copies");
        String queue = request.getHeader("X-Queue");
        printer.print(queue, Integer.parseInt(copies));
        response.setStatus(202);
    }
}
