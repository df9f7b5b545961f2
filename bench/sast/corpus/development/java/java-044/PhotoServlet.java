package com.example.album;

import jakarta.servlet.http.*;
import java.io.IOException;

public class PhotoServlet extends HttpServlet {
    private final Album album = new Album("/srv/album");

    @Override
    protected void doGet(HttpServletRequest request, HttpServletResponse response) throws IOException {
        byte[] photo = album.photo(request.getParameter("year"), Integer.parseInt(request.getParameter("number")));
        response.setContentType("image/jpeg");
        response.getOutputStream().write(photo);
    }
}
