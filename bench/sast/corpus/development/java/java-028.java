package com.example.session;

import jakarta.servlet.http.*;
import java.io.*;
import java.util.Base64;
import java.util.HashMap;

public class WizardServlet extends HttpServlet {
    @Override
    protected void doPost(HttpServletRequest request, HttpServletResponse response) throws IOException {
        byte[] raw = Base64.getDecoder().decode(request.getParameter("state"));
        try (ObjectInputStream input = new ObjectInputStream(new ByteArrayInputStream(raw))) {

            HashMap<?, ?> state = (HashMap<?, ?>) input.readObject();
            response.getWriter().print("step " + state.get("step").hashCode());
        } catch (ClassNotFoundException problem) {
            response.sendError(400);
        }
    }
}
