package com.example.catalog;

import jakarta.servlet.http.*;
import java.io.IOException;
import javax.xml.xpath.*;
import org.w3c.dom.Document;

public class CatalogServlet extends HttpServlet {
    private transient Document catalog;

    @Override
    protected void doGet(HttpServletRequest request, HttpServletResponse response) throws IOException {
        String isbn = request.getParameter("isbn");
        if (!isbn.matches("[0-9]{10,13}")) {
            response.sendError(400);
            return;
        }
        try {
            XPath path = XPathFactory.newInstance().newXPath();
            String title = path.evaluate("/books/book[@isbn='" + isbn + "']/title", catalog);
            response.setContentType("text/plain");
            response.getWriter().print(title);
        } catch (XPathExpressionException problem) {
            response.sendError(500);
        }
    }
}
