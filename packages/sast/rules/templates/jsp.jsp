<!-- ruleid: jsp-xss-unescaped-output -->
<p><%= request.getParameter("name") %></p>
<!-- ruleid: jsp-xss-unescaped-output -->
<p>${param.name}</p>
<!-- ok: jsp-xss-unescaped-output -->
<p><c:out value="${param.name}"/></p>
<!-- ok: jsp-xss-unescaped-output -->
<p>${fn:escapeXml(param.name)}</p>
<!-- ruleid: jsp-xss-unescaped-output -->
<p><c:out value="${comment.text}" escapeXml="false"/></p>
