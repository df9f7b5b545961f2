<!-- ruleid: jsp-text-unescaped -->
<p><%= request.getParameter("name") %></p>
<!-- ruleid: jsp-text-unescaped -->
<p>${param.name}</p>
<!-- ok: jsp-text-unescaped -->
<p><c:out value="${param.name}"/></p>
<!-- ok: jsp-text-unescaped -->
<p>${fn:escapeXml(param.name)}</p>
<!-- ruleid: jsp-text-unescaped -->
<p><c:out value="${comment.text}" escapeXml="false"/></p>
