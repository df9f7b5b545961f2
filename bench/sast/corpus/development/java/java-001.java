package com.example.shelf;

import jakarta.servlet.annotation.WebServlet;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.sql.*;

@WebServlet("/stock")
public class StockServlet extends HttpServlet {
    private static final String URL = "jdbc:postgresql://db/shelf";

    @Override
    protected void doGet(HttpServletRequest request, HttpServletResponse response) throws IOException {
        String article = request.getParameter("article");
        String sql = "SELECT amount FROM stock WHERE article = '" + article + "'";
        try (Connection connection = DriverManager.getConnection(URL);
                PreparedStatement statement = connection.prepareStatement(sql)) {
            statement.setFetchSize(1);
            try (ResultSet rows = statement.executeQuery()) {
                response.setContentType("text/plain");
                response.getWriter().println(rows.next() ? rows.getInt(1) : 0);
            }
        } catch (SQLException problem) {
            response.sendError(500);
        }
    }
}
